"""Names of the standard library that Docker's Python has and this one has not: newer ones, and those of sockets and processes.

A test compares them with both interpreters. needs_docker.py reads this file after an error.
"""

missing = {
    "asyncio": (
        "EventLoop QueueShutDown create_eager_task_factory eager_task_factory open_unix_connection "
        "start_unix_server"
    ),
    "base64": "z85decode z85encode",
    "calendar": (
        "APRIL AUGUST DECEMBER Day FEBRUARY IntEnum JANUARY JULY JUNE MARCH MAY Month NOVEMBER OCTOBER "
        "SEPTEMBER global_enum"
    ),
    "copy": "replace",
    "csv": "QUOTE_NOTNULL QUOTE_STRINGS",
    "ftplib": "FTP_TLS",
    "glob": "translate",
    "hashlib": "scrypt",
    "imaplib": "IMAP4_SSL",
    "inspect": (
        "AGEN_CLOSED AGEN_CREATED AGEN_RUNNING AGEN_SUSPENDED BufferFlags getasyncgenlocals getasyncgenstate "
        "make_weakref markcoroutinefunction"
    ),
    "itertools": "batched",
    "locale": "bind_textdomain_codeset bindtextdomain dcgettext dgettext textdomain",
    "logging": "getHandlerByName getHandlerNames logAsyncioTasks",
    "math": "fma sumprod",
    "mimetypes": "guess_file_type",
    "os": (
        "CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED CLD_TRAPPED CLONE_FILES CLONE_FS "
        "CLONE_NEWCGROUP CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID CLONE_NEWTIME CLONE_NEWUSER "
        "CLONE_NEWUTS CLONE_SIGHAND CLONE_SYSVSEM CLONE_THREAD CLONE_VM EFD_CLOEXEC EFD_NONBLOCK "
        "EFD_SEMAPHORE GRND_NONBLOCK GRND_RANDOM MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGETLB MFD_HUGE_16GB "
        "MFD_HUGE_16MB MFD_HUGE_1GB MFD_HUGE_1MB MFD_HUGE_256MB MFD_HUGE_2GB MFD_HUGE_2MB MFD_HUGE_32MB "
        "MFD_HUGE_512KB MFD_HUGE_512MB MFD_HUGE_64KB MFD_HUGE_8MB MFD_HUGE_MASK MFD_HUGE_SHIFT O_ASYNC "
        "O_DIRECT O_FSYNC O_LARGEFILE O_NDELAY O_NOATIME O_PATH O_TMPFILE PIDFD_NONBLOCK POSIX_SPAWN_CLOSE "
        "POSIX_SPAWN_CLOSEFROM POSIX_SPAWN_DUP2 POSIX_SPAWN_OPEN PRIO_PGRP PRIO_PROCESS PRIO_USER P_ALL "
        "P_NOWAIT P_NOWAITO P_PGID P_PID P_PIDFD P_WAIT RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL "
        "RTLD_NODELETE RTLD_NOLOAD RTLD_NOW RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC SCHED_BATCH "
        "SCHED_FIFO SCHED_IDLE SCHED_OTHER SCHED_RESET_ON_FORK SCHED_RR SEEK_DATA SEEK_HOLE SPLICE_F_MORE "
        "SPLICE_F_MOVE SPLICE_F_NONBLOCK ST_APPEND ST_MANDLOCK ST_NOATIME ST_NODEV ST_NODIRATIME ST_NOEXEC "
        "ST_NOSUID ST_RDONLY ST_RELATIME ST_SYNCHRONOUS ST_WRITE TFD_CLOEXEC TFD_NONBLOCK TFD_TIMER_ABSTIME "
        "TFD_TIMER_CANCEL_ON_SET TMP_MAX WCONTINUED WCOREDUMP WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED "
        "WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED XATTR_CREATE "
        "XATTR_REPLACE XATTR_SIZE_MAX chown chroot copy_file_range ctermid dup2 eventfd eventfd_read "
        "eventfd_write execv execve fchdir fchmod fchown fork forkpty fstatvfs fwalk get_terminal_size "
        "getegid geteuid getgid getgrouplist getgroups getloadavg getlogin getpgid getpgrp getppid "
        "getpriority getrandom getresgid getresuid getsid getuid getxattr grantpt initgroups kill killpg "
        "lchown listxattr lockf login_tty major makedev memfd_create minor mkfifo mknod nice openpty "
        "pidfd_open pipe pipe2 posix_openpt posix_spawn posix_spawnp process_cpu_count ptsname "
        "register_at_fork removexattr sched_get_priority_max sched_get_priority_min sched_getaffinity "
        "sched_getparam sched_getscheduler sched_param sched_rr_get_interval sched_setaffinity sched_setparam "
        "sched_setscheduler sendfile setegid seteuid setgid setgroups setns setpgid setpgrp setpriority "
        "setregid setresgid setresuid setreuid setsid setuid setxattr spawnl spawnle spawnlp spawnlpe spawnv "
        "spawnve spawnvp spawnvpe splice statvfs sync system tcgetpgrp tcsetpgrp timerfd_create "
        "timerfd_gettime timerfd_gettime_ns timerfd_settime timerfd_settime_ns ttyname umask unlockpt unshare "
        "wait wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode"
    ),
    "pathlib": "UnsupportedOperation",
    "poplib": "POP3_SSL",
    "queue": "ShutDown",
    "random": "binomialvariate",
    "re": "PatternError",
    "select": (
        "EPOLLERR EPOLLET EPOLLEXCLUSIVE EPOLLHUP EPOLLIN EPOLLMSG EPOLLONESHOT EPOLLOUT EPOLLPRI EPOLLRDBAND "
        "EPOLLRDHUP EPOLLRDNORM EPOLLWRBAND EPOLLWRNORM EPOLL_CLOEXEC PIPE_BUF POLLMSG POLLRDBAND POLLRDHUP "
        "POLLWRBAND epoll"
    ),
    "selectors": "EpollSelector",
    "shutil": "disk_usage",
    "signal": (
        "ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL ItimerError SIGCLD SIGRTMAX SIGRTMIN SIG_BLOCK SIG_SETMASK "
        "SIG_UNBLOCK Sigmasks alarm getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer "
        "siginterrupt sigpending sigtimedwait sigwait sigwaitinfo struct_siginfo valid_signals"
    ),
    "smtplib": "SMTP_SSL",
    "socket": (
        "AF_ALG AF_APPLETALK AF_ASH AF_ATMPVC AF_ATMSVC AF_AX25 AF_BLUETOOTH AF_BRIDGE AF_CAN AF_DECnet "
        "AF_ECONET AF_IPX AF_IRDA AF_KEY AF_LLC AF_NETBEUI AF_NETLINK AF_NETROM AF_PACKET AF_PPPOX AF_QIPCRTR "
        "AF_RDS AF_ROSE AF_ROUTE AF_SECURITY AF_SNA AF_TIPC AF_UNIX AF_VSOCK AF_WANPIPE AF_X25 AI_NUMERICSERV "
        "ALG_OP_DECRYPT ALG_OP_ENCRYPT ALG_OP_SIGN ALG_OP_VERIFY ALG_SET_AEAD_ASSOCLEN ALG_SET_AEAD_AUTHSIZE "
        "ALG_SET_IV ALG_SET_KEY ALG_SET_OP ALG_SET_PUBKEY BDADDR_ANY BDADDR_LOCAL BTPROTO_HCI BTPROTO_L2CAP "
        "BTPROTO_RFCOMM BTPROTO_SCO CAN_BCM CAN_BCM_CAN_FD_FRAME CAN_BCM_RX_ANNOUNCE_RESUME "
        "CAN_BCM_RX_CHANGED CAN_BCM_RX_CHECK_DLC CAN_BCM_RX_DELETE CAN_BCM_RX_FILTER_ID "
        "CAN_BCM_RX_NO_AUTOTIMER CAN_BCM_RX_READ CAN_BCM_RX_RTR_FRAME CAN_BCM_RX_SETUP CAN_BCM_RX_STATUS "
        "CAN_BCM_RX_TIMEOUT CAN_BCM_SETTIMER CAN_BCM_STARTTIMER CAN_BCM_TX_ANNOUNCE CAN_BCM_TX_COUNTEVT "
        "CAN_BCM_TX_CP_CAN_ID CAN_BCM_TX_DELETE CAN_BCM_TX_EXPIRED CAN_BCM_TX_READ CAN_BCM_TX_RESET_MULTI_IDX "
        "CAN_BCM_TX_SEND CAN_BCM_TX_SETUP CAN_BCM_TX_STATUS CAN_EFF_FLAG CAN_EFF_MASK CAN_ERR_FLAG "
        "CAN_ERR_MASK CAN_ISOTP CAN_J1939 CAN_RAW CAN_RAW_ERR_FILTER CAN_RAW_FD_FRAMES CAN_RAW_FILTER "
        "CAN_RAW_JOIN_FILTERS CAN_RAW_LOOPBACK CAN_RAW_RECV_OWN_MSGS CAN_RTR_FLAG CAN_SFF_MASK CMSG_LEN "
        "CMSG_SPACE EAI_OVERFLOW ETHERTYPE_ARP ETHERTYPE_IP ETHERTYPE_IPV6 ETHERTYPE_VLAN ETH_P_ALL "
        "HCI_DATA_DIR HCI_FILTER HCI_TIME_STAMP IOCTL_VM_SOCKETS_GET_LOCAL_CID IPPROTO_AH IPPROTO_DSTOPTS "
        "IPPROTO_EGP IPPROTO_ESP IPPROTO_FRAGMENT IPPROTO_GRE IPPROTO_HOPOPTS IPPROTO_ICMPV6 IPPROTO_IDP "
        "IPPROTO_IGMP IPPROTO_IPIP IPPROTO_MPTCP IPPROTO_NONE IPPROTO_PIM IPPROTO_PUP IPPROTO_ROUTING "
        "IPPROTO_RSVP IPPROTO_SCTP IPPROTO_TP IPPROTO_UDPLITE IP_ADD_SOURCE_MEMBERSHIP IP_BLOCK_SOURCE "
        "IP_DROP_SOURCE_MEMBERSHIP IP_PKTINFO IP_UNBLOCK_SOURCE J1939_EE_INFO_NONE J1939_EE_INFO_TX_ABORT "
        "J1939_FILTER_MAX J1939_IDLE_ADDR J1939_MAX_UNICAST_ADDR J1939_NLA_BYTES_ACKED J1939_NLA_PAD "
        "J1939_NO_ADDR J1939_NO_NAME J1939_NO_PGN J1939_PGN_ADDRESS_CLAIMED J1939_PGN_ADDRESS_COMMANDED "
        "J1939_PGN_MAX J1939_PGN_PDU1_MAX J1939_PGN_REQUEST MSG_CMSG_CLOEXEC MSG_CONFIRM MSG_CTRUNC "
        "MSG_DONTROUTE MSG_DONTWAIT MSG_EOR MSG_ERRQUEUE MSG_FASTOPEN MSG_MORE MSG_NOSIGNAL MSG_OOB "
        "NETLINK_CRYPTO NETLINK_DNRTMSG NETLINK_FIREWALL NETLINK_IP6_FW NETLINK_NFLOG NETLINK_ROUTE "
        "NETLINK_USERSOCK NETLINK_XFRM NI_IDN PACKET_BROADCAST PACKET_FASTROUTE PACKET_HOST PACKET_LOOPBACK "
        "PACKET_MULTICAST PACKET_OTHERHOST PACKET_OUTGOING PF_CAN PF_PACKET PF_RDS SCM_CREDENTIALS "
        "SCM_J1939_DEST_ADDR SCM_J1939_DEST_NAME SCM_J1939_ERRQUEUE SCM_J1939_PRIO SCM_RIGHTS SOCK_RAW "
        "SOCK_RDM SOCK_SEQPACKET SOL_ALG SOL_CAN_BASE SOL_CAN_RAW SOL_HCI SOL_RDS SOL_TIPC SO_ACCEPTCONN "
        "SO_BINDTODEVICE SO_BINDTOIFINDEX SO_BROADCAST SO_DEBUG SO_DOMAIN SO_DONTROUTE SO_ERROR "
        "SO_INCOMING_CPU SO_J1939_ERRQUEUE SO_J1939_FILTER SO_J1939_PROMISC SO_J1939_SEND_PRIO SO_KEEPALIVE "
        "SO_LINGER SO_MARK SO_OOBINLINE SO_PASSCRED SO_PASSSEC SO_PEERCRED SO_PEERSEC SO_PRIORITY SO_PROTOCOL "
        "SO_RCVBUF SO_RCVLOWAT SO_RCVTIMEO SO_REUSEADDR SO_REUSEPORT SO_SNDBUF SO_SNDLOWAT SO_SNDTIMEO "
        "SO_VM_SOCKETS_BUFFER_MAX_SIZE SO_VM_SOCKETS_BUFFER_MIN_SIZE SO_VM_SOCKETS_BUFFER_SIZE TCP_CC_INFO "
        "TCP_FASTOPEN_CONNECT TCP_FASTOPEN_KEY TCP_FASTOPEN_NO_COOKIE TCP_INQ TCP_MD5SIG TCP_MD5SIG_EXT "
        "TCP_QUEUE_SEQ TCP_REPAIR TCP_REPAIR_OPTIONS TCP_REPAIR_QUEUE TCP_REPAIR_WINDOW TCP_SAVED_SYN "
        "TCP_SAVE_SYN TCP_THIN_DUPACK TCP_THIN_LINEAR_TIMEOUTS TCP_TIMESTAMP TCP_TX_DELAY TCP_ULP "
        "TCP_ZEROCOPY_RECEIVE TIPC_ADDR_ID TIPC_ADDR_NAME TIPC_ADDR_NAMESEQ TIPC_CFG_SRV TIPC_CLUSTER_SCOPE "
        "TIPC_CONN_TIMEOUT TIPC_CRITICAL_IMPORTANCE TIPC_DEST_DROPPABLE TIPC_HIGH_IMPORTANCE TIPC_IMPORTANCE "
        "TIPC_LOW_IMPORTANCE TIPC_MEDIUM_IMPORTANCE TIPC_NODE_SCOPE TIPC_PUBLISHED TIPC_SRC_DROPPABLE "
        "TIPC_SUBSCR_TIMEOUT TIPC_SUB_CANCEL TIPC_SUB_PORTS TIPC_SUB_SERVICE TIPC_TOP_SRV TIPC_WAIT_FOREVER "
        "TIPC_WITHDRAWN TIPC_ZONE_SCOPE UDPLITE_RECV_CSCOV UDPLITE_SEND_CSCOV VMADDR_CID_ANY VMADDR_CID_HOST "
        "VMADDR_PORT_ANY VM_SOCKETS_INVALID_VERSION gethostbyaddr gethostbyname gethostbyname_ex gethostname "
        "getnameinfo getprotobyname getservbyname getservbyport if_indextoname if_nameindex if_nametoindex "
        "inet_ntoa recv_fds send_fds sethostname"
    ),
    "socketserver": (
        "ForkingMixIn ForkingTCPServer ForkingUDPServer ForkingUnixDatagramServer ForkingUnixStreamServer "
        "ThreadingUnixDatagramServer ThreadingUnixStreamServer UnixDatagramServer UnixStreamServer"
    ),
    "sqlite3": (
        "LEGACY_TRANSACTION_CONTROL SQLITE_DBCONFIG_DEFENSIVE SQLITE_DBCONFIG_DQS_DDL SQLITE_DBCONFIG_DQS_DML "
        "SQLITE_DBCONFIG_ENABLE_FKEY SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER "
        "SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION SQLITE_DBCONFIG_ENABLE_QPSG SQLITE_DBCONFIG_ENABLE_TRIGGER "
        "SQLITE_DBCONFIG_ENABLE_VIEW SQLITE_DBCONFIG_LEGACY_ALTER_TABLE SQLITE_DBCONFIG_LEGACY_FILE_FORMAT "
        "SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE SQLITE_DBCONFIG_RESET_DATABASE SQLITE_DBCONFIG_TRIGGER_EQP "
        "SQLITE_DBCONFIG_TRUSTED_SCHEMA SQLITE_DBCONFIG_WRITABLE_SCHEMA"
    ),
    "sys": (
        "activate_stack_trampoline deactivate_stack_trampoline getdlopenflags getunicodeinternedsize "
        "is_stack_trampoline_active monitoring setdlopenflags"
    ),
    "tarfile": (
        "AbsoluteLinkError AbsolutePathError FilterError LinkFallbackError LinkOutsideDestinationError "
        "OutsideDestinationError SpecialFileError data_filter fully_trusted_filter tar_filter"
    ),
    "threading": "get_native_id setprofile_all_threads settrace_all_threads",
    "time": (
        "CLOCK_BOOTTIME CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_TAI CLOCK_THREAD_CPUTIME_ID "
        "clock_settime clock_settime_ns pthread_getcpuclockid thread_time thread_time_ns tzset"
    ),
    "types": "get_original_bases",
    "typing": "NoDefault ReadOnly TypeAliasType TypeIs get_protocol_members is_protocol override",
    "warnings": "deprecated",
}
